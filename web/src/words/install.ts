import { PRODUCT } from "@shelv/contract/product";

export const installWords = {
  label: `Install ${PRODUCT}`,
  text: `${PRODUCT} on your home screen: opens instantly, even offline.`,
  install: "Install",
  dismiss: "Not now",
  iosTap: `To install ${PRODUCT}, tap`,
  iosShare: "Share",
  iosThen: ", then",
  iosAdd: "'Add to Home Screen'.",
  inApp: `You're inside another app. Open this page in your browser to install ${PRODUCT} and stay signed in.`,
};
