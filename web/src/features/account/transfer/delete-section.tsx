import { Button } from "@mantine/core";
import { useState } from "react";
import { Modal } from "#ui/dialogs/modal.tsx";
import { accountWords } from "#words/screens/account";
import styles from "#features/account/account-form.module.css";
import { DeleteForm } from "./delete-form";

const words = accountWords.delete;

export function DeleteSection() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles["section"]} aria-labelledby="delete-heading">
      <h2 id="delete-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <div className={styles["row"]}>
        <p className={styles["text"]}>{words.text}</p>
        <Button variant="outline" color="brick" onClick={() => setAsking(true)}>
          {words.open}
        </Button>
      </div>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={words.title}>
        <DeleteForm onClose={() => setAsking(false)} />
      </Modal>
    </section>
  );
}
