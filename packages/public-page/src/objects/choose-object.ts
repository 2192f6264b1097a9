/** The object for an item whose owner has chosen none. */
import { isObjectName, type ObjectName } from "@shelv/contract/values/object-name";
import { bySite, siteMap } from "#text/by-site";
import { hashOf } from "#text/hash";

export type ObjectChoice = { id: string; object: string | null; url: string; title: string };

/** A name that only a newer build knows counts as none. */
export const objectOf = ({ id, object, url, title }: ObjectChoice): ObjectName =>
  object !== null && isObjectName(object)
    ? object
    : (ofScheme(url) ??
      bySite(SITES, url) ??
      ofTitle(title) ??
      bySite(SHOPS, url) ??
      NEUTRAL[hashOf(id) % NEUTRAL.length] ??
      "vase");

const NEUTRAL: readonly ObjectName[] = ["vase", "plant", "lamp", "jar"];

const SCHEMES: Record<string, ObjectName> = {
  mailto: "envelope",
  tel: "telephone",
  sms: "telephone",
  whatsapp: "telephone",
  facetime: "telephone",
  geo: "map",
};
const ofScheme = (url: string) => SCHEMES[url.slice(0, Math.max(0, url.indexOf(":"))).toLowerCase()];

/** All links of these sites are of one kind, whatever their titles say. */
const SITES = siteMap<ObjectName>([
  [
    "record",
    "spotify.com spotify.link spoti.fi bandcamp.com soundcloud.com music.apple.com music.youtube.com tidal.com deezer.com mixcloud.com discogs.com qobuz.com",
  ],
  ["microphone", "podcasts.apple.com podcasts.google.com overcast.fm pocketcasts.com pca.st anchor.fm"],
  [
    "camera",
    "youtube.com youtu.be twitch.tv vimeo.com tiktok.com instagram.com flickr.com flic.kr unsplash.com pexels.com 500px.com dailymotion.com",
  ],
  ["headphones", "audible.com audible.de audible.co.uk audible.fr"],
  ["books", "goodreads.com bookshop.org thestorygraph.com gutenberg.org openlibrary.org wattpad.com"],
  ["magazine", "substack.com medium.com ghost.io wordpress.com blogspot.com tumblr.com"],
  [
    "laptop",
    "github.com github.io gitlab.com codeberg.org stackoverflow.com npmjs.com linkedin.com lnkd.in codepen.io dev.to",
  ],
  ["gamepad", "steampowered.com steamcommunity.com itch.io playstation.com xbox.com nintendo.com roblox.com"],
  [
    "ticket",
    "eventbrite.com eventbrite.co.uk eventbrite.de ticketmaster.com dice.fm ra.co songkick.com bandsintown.com netflix.com letterboxd.com boxd.it imdb.com meetup.com",
  ],
  ["calendar", "calendly.com cal.com calendar.google.com savvycal.com doodle.com"],
  [
    "map",
    "maps.google.com maps.app.goo.gl maps.apple.com openstreetmap.org komoot.com alltrails.com what3words.com",
  ],
  ["suitcase", "airbnb.com abnb.me booking.com tripadvisor.com hostelworld.com expedia.com"],
  ["bicycle", "strava.com"],
  ["brush", "behance.net dribbble.com deviantart.com artstation.com figma.com"],
  ["telephone", "wa.me whatsapp.com t.me telegram.me telegram.org signal.me discord.gg discord.com"],
  ["coffee", "ko-fi.com buymeacoffee.com"],
  ["heart", "patreon.com gofundme.com kickstarter.com"],
  ["gift", "throne.com wishlist.com paypal.me paypal.com"],
]);

/** They sell anything: a word of the title says more. */
const SHOPS = siteMap<ObjectName>([
  [
    "bag",
    "amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.ca amazon.in amazon.co.jp amazon.com.au amazon.com.br amzn.to ebay.com ebay.de ebay.co.uk ebay.fr ebay.it etsy.com etsy.me shopify.com myshopify.com gumroad.com redbubble.com",
  ],
  ["shirt", "vinted.com vinted.de vinted.fr depop.com zalando.de zalando.com"],
]);

/**
 * In English, German, French, Spanish, Portuguese and Arabic, without accents. A more precise object comes
 * before one that its words also name ("coffee mug").
 */
const WORDS: readonly (readonly [ObjectName, string])[] = [
  ["teapot", "teapot teekanne theiere tetera bule tea tee chai cha شاي ابريق"],
  ["mug", "mug cup becher tasse taza tazon caneca xicara كوب فنجان"],
  ["vase", "vase vases jarron florero vaso مزهرية"],
  ["bowl", "bowl pan schale schussel saladier cuenco tigela kitchen kuche cuisine cocina cozinha مطبخ وعاء"],
  [
    "plate",
    "plate teller assiette plato prato recipe rezept recette receta receita restaurant menu speisekarte طبق وصفة",
  ],
  [
    "jar",
    "jar honey jam einmachglas honig marmelade bocal miel confiture tarro mermelada pote geleia عسل مربى",
  ],
  ["candle", "candle kerze bougie vela candles شمعة"],
  ["lamp", "lamp light lampe leuchte luminaire lampara luminaria lampada مصباح"],
  ["magazine", "magazine zeitschrift blog newsletter article artikel revista artigo articulo مجلة مدونة"],
  [
    "calendar",
    "calendar kalender calendrier calendario appointment termin termine rendez-vous cita agenda booking تقويم موعد",
  ],
  ["books", "books bucher buecher livres libros livros library bibliothek biblioteca كتب مكتبة"],
  ["book", "book buch livre libro livro ebook novel roman novela romance guide ratgeber كتاب رواية"],
  ["cassette", "cassette mixtape kassette casete playlist"],
  ["headphones", "headphones kopfhorer casque auriculares audiobook horbuch headset سماعات"],
  ["microphone", "podcast microphone mikrofon micro microfono microfone interview بودكاست"],
  ["guitar", "guitar gitarre guitare guitarra concert konzert concierto lesson unterricht جيتار"],
  [
    "record",
    "record vinyl album schallplatte platte disque disco song single ep music musik musique musica موسيقى",
  ],
  [
    "camera",
    "camera kamera photo photos foto fotos photography fotografie video videos film appareil كاميرا صور فيديو",
  ],
  ["gamepad", "game games gaming spiel spiele jeu jeux juego juegos jogo jogos controller لعبة"],
  [
    "laptop",
    "laptop computer software code website webseite app ordinateur portatil computador portfolio حاسوب",
  ],
  ["telephone", "phone telephone telefon telefono telefone call anruf appel llamada هاتف"],
  [
    "envelope",
    "mail email e-mail contact kontakt correo letter brief lettre carta contato contacto رسالة بريد",
  ],
  ["map", "map where karte landkarte anfahrt mapa directions address adresse direccion endereco خريطة عنوان"],
  ["suitcase", "travel trip suitcase luggage reise koffer voyage valise viaje maleta viagem mala سفر حقيبة"],
  ["bicycle", "bicycle bike fahrrad rad velo bicicleta bici cycling دراجة"],
  ["shoe", "shoe shoes sneaker sneakers schuh schuhe chaussure zapato zapatos sapato tenis running حذاء"],
  ["shirt", "shirt tshirt t-shirt hoodie sweater hemd pullover chemise camisa camiseta merch clothes قميص"],
  ["lipstick", "lipstick makeup make-up lippenstift rouge maquillage labial maquillaje batom beauty مكياج"],
  [
    "plant",
    "plant planter pflanze pflanzen plante planta plantas garden garten jardin jardim flower blume نبات حديقة",
  ],
  ["bread", "bread sourdough brot pao bakery backerei boulangerie panaderia padaria cake kuchen خبز"],
  [
    "bottle",
    "bottle wine wein flasche vin bouteille vino botella vinho garrafa oil olivenol beer bier زجاجة",
  ],
  ["coffee", "coffee kaffee cafe espresso latte قهوة"],
  ["basket", "basket korb panier cesta cesto picnic market markt marche mercado سلة"],
  ["brush", "art kunst brush painting pinsel malerei pinceau peinture pincel pintura drawing print فن رسم"],
  [
    "needle",
    "sewing knitting needle nahen stricken couture tricot costura crochet hakeln aguja yarn wolle خياطة",
  ],
  ["key", "key keys schlussel cle llave chave apartment wohnung login مفتاح"],
  [
    "ticket",
    "ticket tickets event events karten billet billets entrada entradas ingresso tour festival تذكرة",
  ],
  ["gift", "gift gifts present geschenk cadeau regalo presente wishlist voucher gutschein هدية"],
  [
    "bag",
    "bag tasche tote handbag rucksack backpack sac bolso bolsa mochila shop store laden boutique tienda متجر",
  ],
  ["heart", "love donate donation support heart spende spenden herz coeur corazon coracao doar تبرع قلب"],
];

const OF_WORD: ReadonlyMap<string, ObjectName> = siteMap(WORDS);

/** "Book a table" is not about a book. */
const INVITES_TO_BOOK = /^book (?:a|an|me|my|now|your|with)\b/;

/** A long title. One of the most complex letters takes 5 ms, and a page has 1,000. */
const READ_LENGTH = 200;

function ofTitle(title: string): ObjectName | undefined {
  const plain = title
    .slice(0, READ_LENGTH)
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss");
  if (INVITES_TO_BOOK.test(plain)) return "calendar";
  const words = plain.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  const found = new Set(words.flatMap((word) => ofWord(word) ?? []));
  return WORDS.find(([name]) => found.has(name))?.[0];
}

/** A plural, or the end of a compound ("Kaffeetasse"), counts as the word. */
function ofWord(word: string): ObjectName | undefined {
  for (const ending of ["", "s", "n", "es", "en"]) {
    const known = word.endsWith(ending) ? OF_WORD.get(word.slice(0, word.length - ending.length)) : undefined;
    if (known !== undefined) return known;
  }
  for (let from = 3; from <= word.length - 4; from += 1) {
    const known = OF_WORD.get(word.slice(from));
    if (known !== undefined) return known;
  }
  return undefined;
}
