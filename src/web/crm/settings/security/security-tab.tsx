import { OptionCards } from '#ui/option-card.tsx'
import { AppsCard } from './apps-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const SecurityTab = () => (
  <OptionCards>
    <AppsCard />
    <SessionsCard />
  </OptionCards>
)
