import { isolateBidi } from "#words/format/isolate-bidi";

export const profileWords = {
  screen: "Profile",
  link: {
    heading: "Your public link",
    copy: "Copy",
    copied: "Link copied",
    share: "Share",
    shareTitle: (name: string) => `The shelves of ${isolateBidi(name)}`,
    shareFailed: "The browser did not let us share",
  },
  qr: {
    heading: "QR code",
    text: "It leads to your page. Print it, or show it on your phone; it works without a connection.",
    label: (link: string) => `QR code of ${link}`,
    svg: "Download SVG",
    png: "Download PNG",
    failed: "The picture could not be made",
    protected: "This browser keeps what it draws from the app. Please download the SVG instead.",
  },
  social: {
    heading: "Social links",
    lead: "Only those you fill in are shown on your page, in this order.",
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
