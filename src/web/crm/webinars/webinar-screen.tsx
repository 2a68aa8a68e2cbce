// The screen of one webinar, with its message rules and integrations, whose rows belong to other modules.
import { WebinarScreen } from '#features/webinars/screens/webinar-screen.tsx'
import { WebinarIntegrations } from './webinar-integrations.tsx'
import { WebinarMessages } from './webinar-messages.tsx'

export const Component = () => (
  <WebinarScreen
    messages={(webinar, canEdit) => <WebinarMessages webinar={webinar} canEdit={canEdit} />}
    connections={(webinar, show) => <WebinarIntegrations webinar={webinar} onDetails={() => show('details')} />}
  />
)
