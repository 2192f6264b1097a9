/** A tiny ONNX model: its foreground is what is redder than blue. */
type Bytes = readonly number[];

const FLOAT = 1;
/** U²-Net's input size. */
const SIDE = 320;
const OPSET = 13;

export const redModel = (): Buffer =>
  Buffer.from([...number(1, 8), ...message(7, graph()), ...message(8, number(2, OPSET))]);

function graph(): Bytes {
  return [
    ...message(1, node("Conv", ["input", "weights", "bias"], "redness")),
    ...message(1, node("Sigmoid", ["redness"], "map")),
    ...text(2, "red"),
    ...message(5, tensor("weights", [1, 3, 1, 1], [40, 0, -40])),
    ...message(5, tensor("bias", [1], [-40])),
    ...message(11, value("input", [1, 3, SIDE, SIDE])),
    ...message(12, value("map", [1, 1, SIDE, SIDE])),
  ];
}

const node = (operator: string, inputs: string[], output: string): Bytes => [
  ...inputs.flatMap((input) => text(1, input)),
  ...text(2, output),
  ...text(4, operator),
];

const tensor = (name: string, shape: number[], values: number[]): Bytes => [
  ...shape.flatMap((size) => number(1, size)),
  ...number(2, FLOAT),
  ...text(8, name),
  ...message(9, [...Buffer.from(Float32Array.from(values).buffer)]),
];

const value = (name: string, shape: number[]): Bytes => {
  const sizes = shape.flatMap((size) => message(1, number(1, size)));
  return [...text(1, name), ...message(2, message(1, [...number(1, FLOAT), ...message(2, sizes)]))];
};

const number = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)];
const message = (field: number, bytes: Bytes): Bytes => [
  ...varint((field << 3) | 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (field: number, value: string): Bytes => message(field, [...Buffer.from(value)]);

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
