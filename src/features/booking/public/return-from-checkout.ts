import { managePath } from './booking-view.ts'

type Page = Pick<Window, 'addEventListener'> & {
  history: Pick<History, 'replaceState'>
  location: Pick<Location, 'reload'>
}

/**
 * Going back from the checkout opens the page of the appointment with its current status: awaiting payment, confirmed,
 * or released. A page from the back/forward cache has an outdated state, so it is reloaded.
 */
export function returnToAppointment(page: Page, manageToken: string): void {
  page.history.replaceState(null, '', managePath(manageToken))
  page.addEventListener('pageshow', ({ persisted }) => persisted && page.location.reload())
}
