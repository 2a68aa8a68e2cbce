// One stack for the whole app: what was done on one screen can be taken back from the next.
import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '../toast/toast.tsx'
import { createUndoStack, type Outcome, TooLateToUndo, type Undo, type Undoable } from './undo-stack.ts'

export { TooLateToUndo } from './undo-stack.ts'

const stack = createUndoStack()

/** Says what was done and offers to take it back: from the toast, by Ctrl+Z, and from the list of recent actions. */
export function offerUndo(undoable: Undoable): void {
  const id = stack.push(undoable)
  toast.success(undoable.title, { action: { text: 'ביטול', run: () => void takeBack(id) } })
}

/** Takes back one action, or the newest, and says how that went. */
export async function takeBack(id?: number): Promise<void> {
  const outcome = await stack.takeBack(id)
  if (outcome) tell(outcome)
}

/** Nobody takes back what another person did on this computer. */
export const clearUndos = (): void => stack.clear()

/** What can still be taken back, the newest first. */
export const useUndos = (): readonly Undo[] => useSyncExternalStore(stack.subscribe, stack.read)

function tell(outcome: Outcome) {
  const { title, explain } = outcome.undo
  if (!('failure' in outcome)) return void toast.info(title, { title: 'בוטל' })
  const { failure } = outcome
  if (failure instanceof TooLateToUndo) return void toast.error(failure.message, { title: 'אי אפשר לבטל כבר' })
  toast.error(explain?.(failure) ?? 'הביטול לא הצליח. אפשר לנסות שוב', { title: `לא בוטל: ${title}` })
}

/** Ctrl+Z takes back the newest action, except where it takes back typing and where a dialog has the floor. */
export function useUndoKey() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || !isUndoKey(event)) return
      if (isWriting(event.target) || document.querySelector('.dialog') || stack.read().length === 0) return
      event.preventDefault()
      void takeBack()
    }
    // On the window: an editor that takes back its own steps listens on the document and goes first.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** By the place of the key: on a Hebrew layout Z is ז. */
export const isUndoKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey

const isWriting = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]',
  ) !== null
