import { Check } from "lucide-react";
import { type ReactNode, startTransition, useState } from "react";
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
} from "react-aria-components";

import styles from "./overlay.module.css";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly isDisabled?: boolean;
}

export interface MenuSection {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
  /** Id of the item that is chosen at present. */
  readonly chosen?: string;
  readonly onAction: (id: string) => void;
}

/** Button with a menu of one or more sections. */
export function Menu({
  label,
  trigger,
  sections,
}: {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly sections: readonly MenuSection[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  // The next frame shows the pressed button; rendering the items first would delay it.
  const changeOpen = (next: boolean) => startTransition(() => setIsOpen(next));
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={changeOpen}>
      {trigger}
      <Popover className={styles.popover ?? ""}>
        <AriaMenu aria-label={label} className={styles.list ?? ""}>
          {sections.map((section) => (
            <Section key={section.id} section={section} menu={label} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Section({ section, menu }: { readonly section: MenuSection; readonly menu: string }) {
  const { label, items, chosen, onAction } = section;
  return (
    <AriaMenuSection {...(label === undefined ? { "aria-label": menu } : {})}>
      {label !== undefined && <Header className={styles.heading ?? ""}>{label}</Header>}
      {items.map(({ id, label: text, detail, isDisabled = false }) => (
        <AriaMenuItem
          key={id}
          id={`${section.id}:${id}`}
          textValue={text}
          isDisabled={isDisabled}
          onAction={() => onAction(id)}
          className={styles.item ?? ""}
        >
          <span className={styles.grow}>{text}</span>
          {detail !== undefined && <span className={styles.keys}>{detail}</span>}
          {chosen === id && <Check size={16} aria-hidden />}
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}
