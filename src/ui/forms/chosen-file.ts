/** Shows the name of the chosen file beside its field. A browser restores the choice on the way back. */
export function showChosenFile(field: HTMLInputElement) {
  const show = () => (field.parentElement!.querySelector('bdi')!.textContent = field.files?.[0]?.name ?? '')
  field.addEventListener('change', show)
  show()
}
