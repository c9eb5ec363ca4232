/** Columns as Arrow and Parquet have them: their buffers, as they are. */

import { assert, assertEquals } from "@std/assert";
import {
  type Data,
  Dictionary,
  Int32,
  LargeUtf8,
  makeData,
  makeVector,
  tableFromArrays,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { decodeColumn, decodeViews, encode, encodeColumn } from "../../mod.ts";
import { randomInts, SCRIPTS, words } from "../samples.ts";
import { test } from "../test.ts";

const random = randomInts(61);

/** Words of all scripts, and an empty row now and then. */
const TEXTS = Object.keys(SCRIPTS).flatMap((script) =>
  words(script, 4000, 62).split(" ").map((word) => random(9) ? word : "")
);
const NULLABLE = TEXTS.map((text) => random(5) ? text : null);

/** Offsets as Arrow keeps them: it pads buffers. */
function offsetsOf<T extends Utf8 | LargeUtf8>({ valueOffsets, length }: Data<T>): Data<T>["valueOffsets"] {
  return valueOffsets.subarray(0, length + 1);
}

test("the buffers of an Arrow Utf8 vector", () => {
  const [data] = vectorFromArray(TEXTS, new Utf8()).data;
  assertEquals(decodeColumn(data!.values, offsetsOf(data!)), TEXTS);
});

test("the buffers of an Arrow Utf8 vector with nulls, whole and sliced", () => {
  const vector = vectorFromArray(NULLABLE, new Utf8());
  for (const [from, to] of [[0, NULLABLE.length], [3, 50], [8, 9], [1001, 1900]] as const) {
    const [data] = vector.slice(from, to).data;
    const options = { validity: data!.nullBitmap, validityOffset: data!.offset };
    assertEquals(decodeColumn(data!.values, offsetsOf(data!), options), NULLABLE.slice(from, to));
  }
});

test("the buffers of an Arrow LargeUtf8 vector", () => {
  const vector = vectorFromArray(TEXTS, new LargeUtf8());
  const [data] = vector.data;
  assert(data!.valueOffsets instanceof BigInt64Array);
  assertEquals(decodeColumn(data!.values, offsetsOf(data!)), TEXTS);
});

test("the dictionary of an Arrow vector, each value once", () => {
  const values = ["", "a", "é", "€uro", "😀"];
  const texts = TEXTS.map((_, i) => values[i % 5]!);
  const vector = vectorFromArray(texts, new Dictionary(new Utf8(), new Int32()));
  const [data] = vector.data;
  const [dictionary] = data!.dictionary!.data;
  const distinct = decodeColumn(dictionary!.values, offsetsOf(dictionary!));
  assertEquals([...distinct].sort(), [...values].sort());
  assertEquals(Array.from((data!.values as Int32Array).subarray(0, data!.length), (index) => distinct[index]!), texts);
});

test("a column of an Arrow table", () => {
  const column = tableFromArrays({ text: TEXTS }).getChild("text")!;
  const [data] = column.data;
  // Tables made of arrays have dictionaries.
  const [dictionary] = data!.dictionary!.data;
  const distinct = decodeColumn(dictionary!.values, offsetsOf(dictionary!));
  assertEquals(Array.from((data!.values as Int32Array).subarray(0, data!.length), (index) => distinct[index]!), TEXTS);
});

test("Arrow reads what encodeColumn writes", () => {
  const { data, offsets, validity } = encodeColumn(NULLABLE);
  const length = NULLABLE.length;
  const nullCount = NULLABLE.filter((text) => text === null).length;
  const utf8 = makeData({ type: new Utf8(), length, nullCount, nullBitmap: validity!, valueOffsets: offsets, data });
  assertEquals([...makeVector(utf8)], NULLABLE);
  const large = encodeColumn(TEXTS, { large: true });
  const type = new LargeUtf8();
  const vector = makeVector(makeData({ type, length, nullCount: 0, valueOffsets: large.offsets, data: large.data }));
  assertEquals([...vector], TEXTS);
});

test("the byte arrays of a Parquet page, where they are", async () => {
  const file = parquetWriteBuffer({
    columnData: [{ name: "text", type: "BYTE_ARRAY", data: TEXTS.map(encode), encoding: "PLAIN" }],
  });
  const objects = await parquetReadObjects({ file, columns: ["text"], utf8: false });
  const rows = objects.map(({ text }) => text as Uint8Array);
  // All rows of a page are views of its buffer.
  const pages = new Set(rows.map((row) => row.buffer));
  assert(pages.size < 10);
  const texts = Array.from(pages).flatMap((page) => {
    const views = rows.filter((row) => row.buffer === page);
    return decodeViews(page, views.map((row) => row.byteOffset), views.map((row) => row.length));
  });
  assertEquals(texts, TEXTS);
});
