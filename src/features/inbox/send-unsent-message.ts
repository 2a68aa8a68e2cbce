// Sends the messages of a user's offline store.
import type { Backend } from '#client/backend.ts'
import { refusalCode } from '#client/refusal.ts'
import type { OfflineStore } from '#platform/offline/offline-store.ts'
import { sendMessage } from './inbox.data.ts'
import { refusals, type UnsentMessage } from './message-rules.ts'

export const unsentFolder = 'unsent/'

/**
 * Sends each waiting message, and removes it from the offline store. `settled`: the number of sent or refused messages;
 * `isDone`: no message is left waiting. `isSignedIn`: whether the user of the store is signed in. During a request that
 * user can sign out, which wipes the store, and another user can sign in.
 */
export async function sendUnsentMessage(
  backend: Backend,
  store: Pick<OfflineStore, 'list' | 'write' | 'remove'>,
  isSignedIn: () => Promise<boolean>,
): Promise<{ settled: number; isDone: boolean }> {
  let settled = 0
  for (const message of await store.list<UnsentMessage>(unsentFolder)) {
    if (message.refusal) continue
    if (!(await isSignedIn())) return { settled, isDone: false }
    try {
      await sendMessage(backend, message)
      await store.remove(unsentFolder + message.id)
    } catch (error) {
      const refusal = refusalCode(error)
      // Any other failure, such as an expired session, may be temporary: the message remains in the store.
      if (!(refusal in refusals || refusal === '42501') || !(await isSignedIn())) return { settled, isDone: false }
      await store.write(unsentFolder + message.id, { ...message, refusal })
    }
    settled += 1
  }
  return { settled, isDone: true }
}
