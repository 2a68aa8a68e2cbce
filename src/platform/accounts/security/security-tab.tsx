import { OptionCards } from '#ui/forms/option-card.tsx'
import { AppsCard } from './apps-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const SecurityTab = () => (
  <OptionCards>
    <PasswordCard />
    <AppsCard />
    <SessionsCard />
  </OptionCards>
)
