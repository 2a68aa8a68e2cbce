type KeyPress = Pick<KeyboardEvent, 'code' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>
export type WorkKey = 'next' | 'previous' | 'done' | 'later' | 'call' | 'whatsapp' | 'mail' | 'plan' | 'open' | 'leave'

const keys: Record<string, WorkKey> = {
  KeyJ: 'next',
  KeyK: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  KeyD: 'done',
  KeyS: 'later',
  KeyC: 'call',
  KeyW: 'whatsapp',
  KeyM: 'mail',
  KeyN: 'plan',
  KeyO: 'open',
  Escape: 'leave',
}

/** The focus mode action of a key, matched by `event.code`: on a Hebrew layout J is ח. */
export function workKeyOf({ code, repeat, ctrlKey, metaKey, altKey }: KeyPress): WorkKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const key = keys[code]
  // Key repeat navigates, but completing an item needs a separate press.
  return repeat && key !== 'next' && key !== 'previous' ? undefined : key
}
