import { managePath } from './booking-view.ts'

type Page = Pick<Window, 'addEventListener'> & {
  history: Pick<History, 'replaceState'>
  location: Pick<Location, 'reload'>
}

/**
 * Going back from the checkout opens the page of the appointment, which reads its state from the server: it waits for payment, is confirmed,
 * or its time was released. A page that comes out of the back/forward cache keeps its former document, so it is loaded anew.
 */
export function returnToAppointment(page: Page, manageToken: string): void {
  page.history.replaceState(null, '', managePath(manageToken))
  page.addEventListener('pageshow', ({ persisted }) => persisted && page.location.reload())
}
