import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as conversationsTexts from "#words/en/conversations.ts";
import { useWords } from "#words/words.ts";

export function DeleteConversation({ conversationId }: { readonly conversationId: string }) {
  const { conversations } = useWords(conversationsTexts);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="danger" onPress={() => setIsOpen(true)}>
        <Trash2 size={16} aria-hidden />
        {conversations.delete}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={conversations.deleteTitle}
          text={conversations.deleteText}
          submit={conversations.delete}
          write={async () => engine.request("deleteConversation", { path: { conversationId } })}
          stale={["listConversations", "listJobs"]}
          onDone={() => {
            showToast(conversations.deleted);
            void navigate({ to: "/conversations", replace: true });
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
