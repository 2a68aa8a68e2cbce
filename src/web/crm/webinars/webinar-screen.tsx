// The screen of one webinar, with the messages of the plan: its rows and texts are of other modules.
import { WebinarScreen } from '#features/webinars/screens/webinar-screen.tsx'
import { WebinarMessages } from './webinar-messages.tsx'

export const Component = () => (
  <WebinarScreen messages={(webinar, canEdit) => <WebinarMessages webinar={webinar} canEdit={canEdit} />} />
)
