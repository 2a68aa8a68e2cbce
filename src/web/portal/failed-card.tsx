import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { PortalCard } from './portal-card.tsx'

type Props = { id: string; title: string; error: unknown; onRetry: () => void }

/** Replaces a card that is rendered only with data, when its data failed to load. */
export const FailedCard = ({ id, title, ...failure }: Props) => (
  <PortalCard id={id} title={title}>
    <FailedToLoad insteadOf={undefined} {...failure} />
  </PortalCard>
)
