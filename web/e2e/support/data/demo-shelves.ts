export interface Drawing {
  width: number;
  height: number;
  shapes: string;
}

interface DemoItem {
  title: string;
  url: string;
  description?: string;
  price?: string;
  emoji?: string;
  drawing?: Drawing;
  category?: string;
}

const book = (cover: string, band: string, width = 190): Drawing => ({
  width,
  height: 280,
  shapes: `<rect width="${width}" height="280" rx="6" fill="${cover}"/><rect width="22" height="280" rx="6" fill="#0003"/>
    <rect x="46" y="52" width="${width - 76}" height="14" rx="7" fill="${band}"/><rect x="46" y="80" width="${width - 110}" height="10" rx="5" fill="${band}"/>
    <circle cx="${width / 2 + 8}" cy="180" r="42" fill="${band}" opacity=".85"/>`,
});

const mug: Drawing = {
  width: 240,
  height: 200,
  shapes: `<path d="M160 60h24a40 40 0 0 1 0 88h-24" fill="none" stroke="#a8543a" stroke-width="20"/><path d="M12 24h156v130a44 44 0 0 1-44 44H56a44 44 0 0 1-44-44z" fill="#c66b4b"/>
    <ellipse cx="90" cy="24" rx="78" ry="20" fill="#e08a68"/><ellipse cx="90" cy="26" rx="62" ry="13" fill="#4a2a1c"/><path d="M28 52v92a30 30 0 0 0 16 28" stroke="#fff5" stroke-width="10" fill="none" stroke-linecap="round"/>`,
};

const vase: Drawing = {
  width: 190,
  height: 320,
  shapes: `<g stroke="#5d7a4c" stroke-width="6" fill="none"><path d="M95 170V40"/><path d="M95 150C60 120 50 90 46 66"/><path d="M95 150c34-26 44-58 50-84"/></g>
    <circle cx="95" cy="36" r="30" fill="#e9b44c"/><circle cx="95" cy="36" r="12" fill="#8a5a1c"/><circle cx="44" cy="60" r="24" fill="#f0c975"/><circle cx="148" cy="60" r="24" fill="#e58f65"/>
    <path d="M62 160h66l10 26c22 24 30 60 18 92-8 26-26 42-40 42H74c-14 0-32-16-40-42-12-32-4-68 18-92z" fill="#7d9aa8"/><path d="M52 210c-10 22-8 52 4 76" stroke="#fff6" stroke-width="10" fill="none" stroke-linecap="round"/>`,
};

const camera: Drawing = {
  width: 290,
  height: 200,
  shapes: `<rect x="90" y="4" width="110" height="50" rx="10" fill="#3b3a3c"/><rect y="34" width="290" height="166" rx="20" fill="#2c2b2d"/><rect y="84" width="290" height="76" fill="#7a4b2e"/>
    <circle cx="145" cy="122" r="66" fill="#1c1b1d"/><circle cx="145" cy="122" r="48" fill="#3d4a5c"/><circle cx="130" cy="106" r="16" fill="#9fb4cc"/><rect x="226" y="50" width="40" height="22" rx="6" fill="#d8c9a8"/>`,
};

const record: Drawing = {
  width: 280,
  height: 260,
  shapes: `<circle cx="180" cy="130" r="98" fill="#1d1c1f"/><circle cx="180" cy="130" r="70" fill="none" stroke="#3a393d" stroke-width="3"/><circle cx="180" cy="130" r="32" fill="#d0643f"/>
    <rect width="206" height="260" rx="4" fill="#e4c46f"/><circle cx="103" cy="118" r="62" fill="#c8503f"/><path d="M41 190h124v14H41zm0 26h80v10H41z" fill="#7a4b1e"/>`,
};

const plant: Drawing = {
  width: 220,
  height: 300,
  shapes: `<g fill="#5f8a57"><path d="M110 190C40 180 14 120 24 60c50 10 84 60 86 130z"/><path d="M110 190c70-10 96-70 86-130-50 10-84 60-86 130z" fill="#76a368"/><path d="M110 190C76 130 84 60 110 14c26 46 34 116 0 176z" fill="#4d7549"/></g>
    <path d="M46 186h128l-14 114H60z" fill="#d98e5f"/><rect x="38" y="176" width="144" height="28" rx="6" fill="#e8a274"/>`,
};

export const DEMO_SHELVES: {
  name: string;
  description: string;
  emoji: string;
  categories?: string[];
  items: DemoItem[];
}[] = [
  {
    name: "From the kiln",
    description: "Thrown, glazed and fired by me",
    emoji: "🏺",
    items: [
      {
        title: "Terracotta morning mug",
        url: "https://mira.example/mug",
        description: "Holds two good cups of tea. Dishwasher and microwave do it no harm.",
        price: "$34",
        drawing: mug,
      },
      { title: "Bud vase, sea glaze", url: "https://mira.example/bud-vase", price: "$58", drawing: vase },
      {
        title: "Planter for a windowsill",
        url: "https://mira.example/planter",
        price: "$45",
        drawing: plant,
      },
      { title: "Next firing: the list", url: "https://mira.example/next-firing", emoji: "🔥" },
    ],
  },
  {
    name: "Books I lend",
    description: "Bring them back some day",
    emoji: "📚",
    categories: ["Clay", "Kitchen", "Garden"],
    items: [
      {
        title: "A Potter's Year",
        category: "Clay",
        url: "https://books.example/a-potters-year",
        drawing: book("#9c3f32", "#f2d8a7"),
      },
      {
        title: "The Salt Path Cookbook",
        category: "Kitchen",
        url: "https://books.example/salt-path",
        drawing: book("#355c6b", "#e9c98f", 170),
      },
      {
        title: "Small Gardens, Large Lives",
        category: "Garden",
        url: "https://books.example/small-gardens",
        drawing: book("#6c7d47", "#f6ead0", 204),
      },
      { title: "Reading notes", url: "https://notes.example/reading", emoji: "📝" },
    ],
  },
  {
    name: "On repeat",
    description: "",
    emoji: "🎵",
    items: [
      { title: "Sunday morning, side A", url: "https://music.example/sunday-a", drawing: record },
      {
        title: "My old film camera",
        url: "https://cameras.example/mira",
        price: "not for sale",
        drawing: camera,
      },
      { title: "Radio for rainy days", url: "https://radio.example/rainy-days", emoji: "📻" },
    ],
  },
];
