// Keyboard shortcuts: number keys select an answer of a question.

/** Ignored in text fields, and with modifier keys, which are browser shortcuts. */
export function chooseByDigit(choices: HTMLFieldSetElement) {
  addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, target }) => {
    const isTyped = target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select')
    if (isTyped || altKey || ctrlKey || metaKey || !/^[1-9]$/.test(key)) return
    const choice = choices.querySelectorAll<HTMLInputElement>('input[type="radio"]')[Number(key) - 1]
    if (!choice) return
    choice.checked = true
    choice.focus()
  })
}
