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

/** What a key asks for while one works through the day. By the place of the key: on a Hebrew layout J is ח. */
export function workKeyOf({ code, repeat, ctrlKey, metaKey, altKey }: KeyPress): WorkKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const key = keys[code]
  // A key held down walks on, but each thing is dealt with by a press of its own.
  return repeat && key !== 'next' && key !== 'previous' ? undefined : key
}
