import { IconChevronRight, IconExternalLink } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";
import { CardFold } from "#ui/buttons/fold.tsx";
import { accountWords } from "#words/screens/account";
import styles from "./lines.module.css";

/** Lines of one subject, in a card. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <div className={styles["lines"]}>{children}</div>
);

type AboutProps = { heading: ReactNode; children?: ReactNode };

const About = ({ heading, children }: AboutProps) => (
  <span className={styles["about"]}>
    {heading}
    <span className={styles["text"]}>{children}</span>
  </span>
);

type LineProps = { heading: string; text: ReactNode; children?: ReactNode };

/** With its action beside. */
export const ActionLine = ({ heading, text, children }: LineProps) => (
  <section className={styles["line"]} aria-label={heading}>
    <About heading={<h2 className={styles["heading"]}>{heading}</h2>}>{text}</About>
    {children}
  </section>
);

/** Opens on a press. */
export const FoldedLine = ({
  foldRef,
  heading,
  text,
  children,
}: LineProps & { foldRef?: Ref<HTMLDetailsElement> }) => (
  <section className={styles["folded"]} aria-label={heading}>
    <CardFold
      ref={foldRef}
      summary={<About heading={<h2 className={styles["heading"]}>{heading}</h2>}>{text}</About>}
    >
      {children}
    </CardFold>
  </section>
);

export const LinkLine = ({ to, heading, text }: LineProps & { to: NonNullable<LinkProps["to"]> }) => (
  <Link to={to} className={styles["line"]}>
    <About heading={<b className={styles["heading"]}>{heading}</b>}>{text}</About>
    <IconChevronRight size={20} aria-hidden="true" />
  </Link>
);

export const NewTabLine = ({ href, heading, text }: LineProps & { href: string }) => (
  <a href={href} target="_blank" rel="noopener" className={styles["line"]}>
    <About
      heading={
        <b className={styles["heading"]}>
          {heading}
          <span className="visually-hidden"> ({accountWords.links.newTab})</span>
        </b>
      }
    >
      {text}
    </About>
    <IconExternalLink size={20} aria-hidden="true" />
  </a>
);
