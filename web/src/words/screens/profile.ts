import { isolateBidi } from "#words/format/isolate-bidi";

export const profileWords = {
  screen: "Profile",
  link: {
    heading: "Your public link",
    copy: "Copy",
    copied: "Link copied",
    share: "Share",
    shareTitle: (name: string) => `The shelves of ${isolateBidi(name)}`,
    shareFailed: "Your browser didn't allow sharing",
  },
  qr: {
    heading: "QR code",
    text: "It opens your page. Print it, or show it on your phone, even offline.",
    label: (link: string) => `QR code of ${link}`,
    svg: "Download SVG",
    png: "Download PNG",
    failed: "We couldn't make the picture",
    protected: "This browser's privacy settings don't let us make a PNG. Please download the SVG instead.",
  },
  social: {
    heading: "Social links",
    lead: "Your page shows the ones you fill in, in this order. Each is saved when you leave its field.",
    list: "Your social links",
    field: (platform: string) => `${platform} handle or URL`,
    placeholder: "handle or https://…",
    drag: (platform: string) => `Move ${platform}`,
    remove: (platform: string) => `Remove ${platform}`,
    removed: (platform: string) => `${platform} removed`,
    add: "Add a platform",
    addOne: (platform: string) => `Add ${platform}`,
    empty: "Nothing here yet. Pick a platform below and type your handle.",
  },
};

export const titlePlaceholder = "Potter, baker, maker of small films";
