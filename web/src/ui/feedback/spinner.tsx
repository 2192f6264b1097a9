import { Loader } from "@mantine/core";

type SpinnerProps = {
  label?: string;
  size?: number;
  color?: string;
  className?: string | undefined;
};

/** Mantine's Loader is a span without a role, where `aria-label` is not allowed. */
export const Spinner = ({ label, className = "", ...look }: SpinnerProps) =>
  label === undefined ? (
    <Loader {...look} className={className} aria-hidden="true" />
  ) : (
    <output className={className}>
      <Loader {...look} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </output>
  );
