declare module "html-encoding-sniffer" {
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options?: {
      xml?: boolean;
      transportLayerEncodingLabel?: string | undefined;
      defaultEncoding?: string;
      maxPrescanBytes?: number;
    },
  ): string;
}
