import { fork, type parse as parseWithBuffers, type StyleSheet } from "css-tree";

type Buffers = { offsetAndType: Uint32Array | null; balance: Uint32Array | null };
type Syntax = { parse: typeof parseWithBuffers };

/**
 * css-tree's tokenizer reads buffers left from an earlier text, and may then never end: this parser leaves
 * none. It has no lexer, which nothing uses.
 */
export const { parse } = (
  fork as unknown as (change: (config: { parseContext: object }) => object) => Syntax
)((config) => ({
  ...config,
  types: {},
  properties: {},
  atrules: {},
  parseContext: {
    ...config.parseContext,
    default(this: Buffers & { StyleSheet: () => StyleSheet }) {
      try {
        return this.StyleSheet();
      } finally {
        this.offsetAndType = null;
        this.balance = null;
      }
    },
  },
}));
