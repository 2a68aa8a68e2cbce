/** Shows the name of the selected file beside its field. Also runs initially: browsers restore the selection on back navigation. */
export function showChosenFile(field: HTMLInputElement) {
  const show = () => (field.parentElement!.querySelector('bdi')!.textContent = field.files?.[0]?.name ?? '')
  field.addEventListener('change', show)
  show()
}
