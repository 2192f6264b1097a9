export const pageLinkWords = {
  open: "Share",
  share: "Share your page",
  shareText: "Anyone with this address sees your shelves.",
  live: "Your page is live",
  liveText: "Your first item is on the shelf, and anyone with this address sees it.",
  sending: "Your first item is on the shelf. It reaches your page in a moment.",
  ready: "Your page is ready",
  readyText: "Your first item is saved on this device. It goes live with the next connection.",
  hidden: "Your page is not public: only you can see it. You can change that in Account, under Settings.",
  suspended: "Your page is suspended: visitors can't see it.",
};
