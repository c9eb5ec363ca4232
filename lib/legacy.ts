/**
 * Encodings of one byte a character, as the characters of their bytes 80 to FF; below, all are ASCII. Sixteen a row.
 *
 * From the indexes of the Encoding Standard (§9, "Legacy single-byte encodings"), where a byte without a character is
 * the C1 control of the same number.
 *
 * @module
 */

/** Western Europe. Windows has nothing at 81, 8D, 8F, 90 and 9D, the Encoding Standard has the C1 controls there. */
export const WINDOWS_1252: string = // sixteen a row
  "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F" + // 80
  "\x90‘’“”•–—˜™š›œ\x9DžŸ" + // 90
  "\xA0¡¢£¤¥¦§¨©ª«¬\xAD®¯" + // A0
  "°±²³´µ¶·¸¹º»¼½¾¿" + // B0
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ" + // C0
  "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß" + // D0
  "àáâãäåæçèéêëìíîï" + // E0
  "ðñòóôõö÷øùúûüýþÿ";

/** Central Europe. */
export const WINDOWS_1250: string = // sixteen a row
  "€\x81‚\x83„…†‡\x88‰Š‹ŚŤŽŹ" + // 80
  "\x90‘’“”•–—\x98™š›śťžź" + // 90
  "\xA0ˇ˘Ł¤Ą¦§¨©Ş«¬\xAD®Ż" + // A0
  "°±˛ł´µ¶·¸ąş»Ľ˝ľż" + // B0
  "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ" + // C0
  "ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß" + // D0
  "ŕáâăäĺćçčéęëěíîď" + // E0
  "đńňóôőö÷řůúűüýţ˙";

/** Cyrillic. */
export const WINDOWS_1251: string = // sixteen a row
  "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ" + // 80
  "ђ‘’“”•–—\x98™љ›њќћџ" + // 90
  "\xA0ЎўЈ¤Ґ¦§Ё©Є«¬\xAD®Ї" + // A0
  "°±Ііґµ¶·ё№є»јЅѕї" + // B0
  "АБВГДЕЖЗИЙКЛМНОП" + // C0
  "РСТУФХЦЧШЩЪЫЬЭЮЯ" + // D0
  "абвгдежзийклмноп" + // E0
  "рстуфхцчшщъыьэюя";

/** Russian, under Unix. */
export const KOI8_R: string = // sixteen a row
  "─│┌┐└┘├┤┬┴┼▀▄█▌▐" + // 80
  "░▒▓⌠■∙√≈≤≥\xA0⌡°²·÷" + // 90
  "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞" + // A0
  "╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©" + // B0
  "юабцдефгхийклмно" + // C0
  "пярстужвьызшэщчъ" + // D0
  "ЮАБЦДЕФГХИЙКЛМНО" + // E0
  "ПЯРСТУЖВЬЫЗШЭЩЧЪ";
