type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>
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
export const workKeyOf = ({ code, ctrlKey, metaKey, altKey }: KeyPress): WorkKey | undefined =>
  ctrlKey || metaKey || altKey ? undefined : keys[code]
