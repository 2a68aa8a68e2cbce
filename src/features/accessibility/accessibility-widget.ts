// Behaviour of the accessibility dialog. No framework: public pages and the app share this script.
import { chooseTheme, readTheme, showTheme, type ThemeChoice } from '#platform/screens/theme-choice.ts'
import {
  type AccessibilitySettings,
  applySettings,
  defaultSettings,
  fontScales,
  readSettings,
  settingsKey,
  stepScale,
} from './accessibility.ts'
import { texts, toggles } from './accessibility-texts.ts'
import { createReader, hebrewVoice } from './reader.ts'

export type Widget = {
  /** `aloud`: starts reading the marked elements, and shows the pause and stop buttons. */
  open(aloud?: boolean): void
  /** Stops reading; called after a client-side navigation. */
  hush(): void
}

/** Called once, after the dialog markup is in the document. */
export function attachWidget(page: Document): Widget {
  const opener = page.querySelector<HTMLButtonElement>('#a11y-open')!
  const sheet = page.querySelector<HTMLDialogElement>('#a11y-sheet')!
  const part = <Part extends HTMLElement>(name: string) => sheet.querySelector<Part>(`[data-a11y="${name}"]`)!
  const inputs = [...sheet.querySelectorAll<HTMLInputElement>('input')]
  let settings = readSettings(stored())

  function show() {
    applySettings(page.documentElement, settings)
    showTheme()
    part('scale').textContent = `${Math.round(settings.fontScale * 100)}%`
    for (const step of sheet.querySelectorAll<HTMLElement>('[data-step]'))
      step.toggleAttribute('data-on', Number(step.dataset['step']) <= settings.fontScale)
    setDisabled(part('smaller'), settings.fontScale === fontScales[0])
    setDisabled(part('larger'), settings.fontScale === fontScales.at(-1))
    for (const input of inputs) input.checked = isChecked(input)
    // High contrast has one theme.
    for (const input of inputs.filter(({ name }) => name === 'theme')) input.disabled = settings.contrast === 'high'
  }

  function isChecked({ name, value }: HTMLInputElement) {
    if (name === 'theme') return value === readTheme()
    return name === 'contrast' ? value === settings.contrast : settings[name as Toggle]
  }

  function change(changed: Partial<AccessibilitySettings>, message: string) {
    settings = { ...settings, ...changed }
    try {
      localStorage.setItem(settingsKey, JSON.stringify(settings))
    } catch {
      // Without local storage the setting still applies until the page is left.
    }
    show()
    part('say').textContent = message
  }

  const scale = (by: 1 | -1) => () => {
    const fontScale = stepScale(settings.fontScale, by)
    change({ fontScale }, `${texts.textSize}: ${Math.round(fontScale * 100)}%`)
  }
  part('smaller').addEventListener('click', scale(-1))
  part('larger').addEventListener('click', scale(1))
  part('reset').addEventListener('click', () => {
    chooseTheme('auto')
    change(defaultSettings, texts.wasReset)
  })
  for (const input of inputs)
    input.addEventListener('change', () => {
      if (input.name !== 'theme') return change(...choiceOf(input))
      const theme = input.value as ThemeChoice
      chooseTheme(theme)
      part('say').textContent = `${texts.theme}: ${texts.themes[theme]}`
    })
  // Settings that change in another tab do not change the scroll position of this tab.
  addEventListener('storage', ({ key }) => {
    if (key !== settingsKey && key !== null) return
    settings = readSettings(stored())
    show()
  })

  sheet.addEventListener('close', () => opener.setAttribute('aria-expanded', 'false'))
  // A click on the backdrop closes the dialog.
  sheet.addEventListener('click', (event) => event.target === sheet && sheet.close())

  const reader = attachReader(page, part)
  sheet.addEventListener('close', () => reader.lookAway())
  show()
  return {
    open(aloud = false) {
      if (sheet.open) return
      sheet.showModal()
      opener.setAttribute('aria-expanded', 'true')
      reader.look()
      if (aloud) reader.aloud()
    },
    hush: () => reader.hush(),
  }
}

type Toggle = keyof typeof toggles

function choiceOf({ name, value, checked }: HTMLInputElement): [Partial<AccessibilitySettings>, string] {
  if (name !== 'contrast') return [{ [name]: checked }, `${toggles[name as Toggle]}: ${checked ? texts.on : texts.off}`]
  const contrast = value as AccessibilitySettings['contrast']
  return [{ contrast }, `${texts.contrast}: ${texts.contrasts[contrast]}`]
}

function stored() {
  try {
    return localStorage.getItem(settingsKey)
  } catch {
    return null
  }
}

/** aria-disabled instead of disabled: a disabled button would lose the focus to the body. */
function setDisabled(button: HTMLElement, disabled: boolean) {
  button.setAttribute('aria-disabled', String(disabled))
}

function attachReader(page: Document, part: <Part extends HTMLElement>(name: string) => Part) {
  const speech = 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
  const [read, pause, stop] = ['read', 'pause', 'stop'].map((name) => part<HTMLButtonElement>(name)) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ]
  if (!speech) {
    part('hint').textContent = texts.unsupported
    return { look() {}, lookAway() {}, hush() {}, aloud() {} }
  }
  const marked = () => [...page.querySelectorAll<HTMLElement>('[data-listen]')].map(wholeText).join('\n')
  const text = () => page.querySelector('main')?.innerText ?? ''
  const reader = createReader({ speech, utterance: (text) => new SpeechSynthesisUtterance(text), onState: show })
  // The dialog can be opened before the page content has loaded: reading waits for it.
  const coming = new MutationObserver(() => text().trim() !== '' && look())

  function show() {
    const state = reader.state()
    const focused = page.activeElement
    const mute = speech!.getVoices().length === 0
    read.disabled = mute || state === 'playing' || text().trim() === ''
    pause.disabled = stop.disabled = mute || state === 'idle'
    part('pause-words').textContent = state === 'paused' ? texts.resume : texts.pause
    part('hint').textContent = hebrewVoice(speech!) ? texts.readerHint : texts.noVoice
    // The pressed button is now disabled: the focus moves to the button of the next action.
    if (focused instanceof HTMLButtonElement && focused.disabled) (pause.disabled ? read : pause).focus()
  }

  read.addEventListener('click', () => {
    const main = page.querySelector('main')
    if (main) reader.read(wholeText(main))
  })
  pause.addEventListener('click', () => (reader.state() === 'paused' ? reader.resume() : reader.pause()))
  stop.addEventListener('click', () => reader.stop())
  // Browsers load voices asynchronously, some only after the first request.
  speech.addEventListener?.('voiceschanged', show)
  addEventListener('pagehide', () => reader.stop())
  show()
  return { look, lookAway: () => coming.disconnect(), hush: () => reader.stop(), aloud }

  function aloud() {
    reader.stop()
    if (speech!.getVoices().length > 0) reader.read(marked())
    // The first call of getVoices() returns an empty list.
    else speech!.addEventListener?.('voiceschanged', () => reader.read(marked()), { once: true })
  }

  function look() {
    show()
    coming.disconnect()
    if (text().trim() === '') coming.observe(page.body, { childList: true, subtree: true, characterData: true })
  }
}

/**
 * The text including collapsed details. innerText omits these, so they are expanded during the read, before the next
 * paint.
 */
function wholeText(part: HTMLElement) {
  const collapsed = [...part.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
  for (const details of collapsed) details.open = true
  const text = part.innerText
  for (const details of collapsed) details.open = false
  return text
}
