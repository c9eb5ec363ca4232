/**
 * Healthy sentences in many languages, written for the tests of `fixMojibake`, and texts that look damaged and are not.
 *
 * @module
 */

import { randomInts } from "./samples.ts";

/** A few sentences a language; new ones are made of their words. */
export const LANGUAGES: Record<string, string> = {
  french:
    "L’été dernier, ma sœur a goûté à la crème brûlée près de la forêt. Où êtes-vous né, à Nîmes ou à Besançon ? " +
    "Ça m’a coûté très cher : 1 200 €. « Voilà », répondit-il, « l’élève était là dès l’aube… » Noël approche déjà. " +
    "Le garçon naïf reçut son reçu. L’âne et l’île, le maïs et la haine. ÉCOLE D’ÉTÉ À L’ÎLE DE RÉ – ENTRÉE LIBRE.",
  portuguese: "A irmã do João não pôde vir à reunião de amanhã. “Não há razão”, disse a avó, “às nove é cedo.” " +
    "SÃO PAULO, MARANHÃO, “IRMÔ, ‘MANHÃ’, AMANHÃ… À ESQUERDA DA ESTAÇÃO. Você também já comeu pão de maçã? Ação, coração.",
  german:
    "Die Straße ist heiß und naß, größer als früher. „Fuß“, sagte er, „Füße und Bäche.“ Übermut tut selten gut. " +
    "Ärger über Öl: 5 °C wärmer… STRASSE, ÄRGER, ÜBUNG, ÖL® und GROẞ. Ä–Ö–Ü: die Umlaute. Er aß süßes Gebäck für 3,50 €.",
  polish: "Zażółć gęślą jaźń. Wąż zwyciężą, a książę pójdzie w ćmę. Łódź leży nad Łódką; źdźbło śpi w trawie. " +
    "„Cześć” – powiedział – „już wróciłem…” Męż, tężą, potężą. ŻÓŁĆ I GĘŚ, ŁĄKA, ŚWIĘTO. Kot miał pięć lat i zjadł ość.",
  czech: "Příliš žluťoučký kůň úpěl ďábelské ódy. Úžasné! Úžlabí a Říp. „Šťáva,“ řekl, „je sladší než čaj.“ " +
    "Dáš mi to, když přijdeš? ČESKÁ REPUBLIKA, ŽIŽKOV, ŘEKA. Ještě jíž, ášť, éšť. Něco tě čeká; můžeš mlčet.",
  romanian: "Ăştia sînt băieţii din Râşnov. Țara și știința: „înțelepciune” și răbdare. RĂŞINĂ, ŢARĂ, COBORÎ… " +
    "Fată, mâine cântăm împreună. Câți ani ai? ÎNCĂ o zi, ÎN ÂMBII ANI. Ăsta e câinele meu; îl cheamă Azorel.",
  turkish:
    "Şu köşe yaz köşesi, şu köşe kış köşesi. İstanbul’da ığdır ağacı; “çok güzel” dedi. ÇOCUĞUN GÖĞSÜ, ÖĞRETMEN. " +
    "Üç gün önce Ağrı’ya gittik… Kâğıt, hâlâ, rüzgâr, Â harfi. Değişiklik için teşekkürler! Dün akşam çay içtik mi?",
  vietnamese:
    "Tiếng Việt rất đẹp. Tôi đã ăn phở ở Hà Nội với bà và các bạn. ĐÃ, NGÃ, “MÔ, ÂM, ÂU, Ô”. Xin chào, bạn ơi! " +
    "Quốc hội họp… Đường phố đông người; trời mưa to. Là người tốt thì vui. Ở đây có nhà hàng ngon và rẻ. Cà phê sữa đá.",
  swedish:
    "Å är en ö, och Åland ligger i Östersjön. 5 Å är en längd. Ä… ja, det går väl. ”Är du på väg?” frågade hon. " +
    "ÄPPLE, ÖL, ÅR. Å være eller ikke å være: «Ø» er en øy. Blåbær på Færøyene. Får får får? Nej, får får lamm.",
  icelandic:
    "Það er gott veður í dag. „Orð“… sagði hún, „og orðið“. Þórður fór út á sjó. Æ, ó, já. ÞÓRÐUR, GARÐ “ og SJÓR. " +
    "Ég á bróður í Reykjavík; hann heitir Jón. Hvað er klukkan? Faðir minn, móðir mín og systkini. Ísland er eyja.",
  hungarian: "Árvíztűrő tükörfúrógép. „Hűha!” – mondta a bűvész. Öt szép szűzlány őrült írót nyúz. ŰRHAJÓ, ŐSZ, ÚT… " +
    "Az idő múlik; a gyerekek játszanak. Kérem a számlát! Hová mész? Gyönyörű idő van, és süt a nap. Egy új könyv.",
  russian: "Съешь ещё этих мягких французских булок, да выпей чаю. «Её», «моё…», «всё». ЕЁ, МОЁ, ВСЁ, ТВОЁ. " +
    "220В±5%, 20°С, №7. Я знаю – ты знаешь: „они“ не придут. Ёлка и ёж живут в лесу. Привет, как дела? В г. Омск.",
  ukrainian:
    "Її дії в академії: мрії, надії, Марії, «історії», хімії… Рік тому він їхав у Київ. ДІЇ, РІШЕННЯ, ВІДДІЛИ, СІЛЬ. " +
    "Він і Ґанок. Зі мною Єва й Інна; ще є «її» й «моєї». КИЇВ, РІЗНІ, ПРИРІСТ, ВІДДІЛІ. З’їзд відбувся. Дім, ліс, ніч.",
  serbian: "Љубав и њен ћошак; џеп, ђак, чаршаф. Наруџба, срџба. ЉУБАВ, ЊЕГОШ, ЋИРИЛИЦА, ЏЕП. „Ја”, рече Ђорђе… " +
    "Пољска је земља. Дјеца иду у школу; сњег пада. Јуче је било лијепо вријеме. Госпођа Љиља пјева „Ој, Мораво”.",
  greek: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. «Καλημέρα», είπε, “πού πας;” Η Αθήνα… ΩΡΑ ΚΑΛΗ. Άνθρωπος και ζώο.",
  spanish:
    "¿Qué pasa, señor? ¡Ándale! El niño comió piñas; “mañana”, dijo. ESPAÑA, AÑO, Ñ”, ÑANDÚ, 2.º piso, 1.ª vez. " +
    "El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia. Él está aquí; tú, allí. Árbol, él, ímpetu, óptimo.",
};

/** Texts that look damaged and are not, one a line. */
export const TRICKY: readonly string[] = [
  "sûr à Noël",
  "Â",
  "Ã",
  "Ã©",
  "é is read as Ã©.",
  "The letter é becomes Ã©, and ü becomes Ã¼.",
  "“â€œ” is what happens to a quote, ‘â€™’ to an apostrophe.",
  '`â€™` and `Ã¨` and "Ã "',
  "(Ã©)",
  "« été », « allé », l’« été »…",
  "Il a dit « là\u00a0» et « né\u00a0», « aimé…\u00a0»",
  "« l’été\u00a0»\u00a0— « ç\u00a0»",
  "“IRMÔ, ‘IRMÃ’, «IRMû, IRMÃ…, IRMÖ",
  "SÃO JOÃO, AMANHÃ® e MANHÙ",
  "5 Å ± 0.1, 5Å±0.1, 1.54 Å² and 3 Å³; 0.7Å–0.9Å",
  "220В±5%, 12В°, 5А±1",
  "2×½, 3×²",
  "CAFÉ—BAR, CAFÉ’S, É…, É”, CAFÉ®, CAFɩ",
  "naïve café, Zürich, Ångström, Łódź, Øresund",
  "Ä…und dann? Ä… ja.",
  "ß…, Fuß», Spaß”, Maß’",
  "Übung macht den Meister – Ü–Ü",
  "Ð and Þ, “Ð”, ‘Þ’; “Ø”, «Ø»",
  "ESPAÑA”, AÑO’, Ñ”",
  "Ça c’est “À”, À…, “À la carte”",
  "║суп║ └п┘ ─я─",
  "│ Столп║ │ меня│",
  "10 € ‰ † ‡ • © 2024 ® ™ § 5 ¶ 7",
  "Œuvre, cœur, ÂŒ, ŸŽ",
  "дії",
  "«історії», «академії…», мрії”",
  "Úžasné, Čš, Íž, Šťastný",
  "RĂŞINĂ, Ăştia",
  "zwyciężą, tężą, prężą",
  "Vale’s “naïveté”…",
  "a\u00adb É\u00adtat Über\u00adgang",
  "x² + y² = z², m³, ½ Â",
  "http://example.com/?q=%C3%A9&r=Ã",
  "\u00a0\u00a0\u00a0",
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
  "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
  "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ",
  "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁЂЃЄЅІЇЈЉЊЋЌЎЏ",
];

/** What stands between and behind words, with what French, German and others put around them. */
const ENDS = [" ", " ", " ", " ", " ", " ", ", ", "; ", " – ", "\u00a0: ", "… ", "”, ", "’ ", "\u00a0» ", "» ", "—"];
const STARTS = ["", "", "", "", "", "", "", "", "“", "‘", "«\u00a0", "«", "„", "("];

/** Sentences made of the words of a text: `count` of 4 to 15 words, one in ten in capitals. */
export function* sentencesOf(text: string, count: number, seed: number): Generator<string> {
  const random = randomInts(seed);
  const words = text.split(/\s+/).filter((word) => word !== "");
  for (let n = 0; n < count; n++) {
    let sentence = "";
    for (let left = 4 + random(12); left > 0; left--) {
      sentence += STARTS[random(STARTS.length)]! + words[random(words.length)]! + ENDS[random(ENDS.length)];
    }
    sentence = sentence.trimEnd() + ".…!?"[random(4)];
    yield n % 10 ? sentence : sentence.toUpperCase();
  }
}
