// Behaviour of components that few pages have, in one script: each additional dynamic import adds code to every page.
import { showChosenFile } from '#ui/forms/chosen-file.ts'
import { chooseByDigit } from './choose-by-digit.ts'
import { countDown } from './countdown.ts'
import { reportView } from './report-view.ts'

export function attachPageParts() {
  const times = [...document.querySelectorAll<HTMLTimeElement>('time[data-countdown]')]
  if (times.length > 0) countDown(times)
  const viewed = document.querySelector<HTMLFormElement>('form[data-viewed]')
  if (viewed) reportView(viewed)
  const choices = document.querySelector<HTMLFieldSetElement>('fieldset[data-digits]')
  if (choices) chooseByDigit(choices)
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-chosen]')) showChosenFile(field)
}
