import { useLocation } from 'react-router'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { CalendarCard } from '#features/calendar/calendar-card.tsx'
import { GatewayCard } from '#features/gateways/screens/gateway-card.tsx'
import { useTakesPayments } from '#features/orders/takes-payments.data.ts'
import { DocumentServiceCard } from '#features/tax-documents/screens/documents-card.tsx'
import { PixelCard } from '#features/tracking/pixel-card.tsx'
import { OptionCards } from '#ui/forms/option-card.tsx'

export function IntegrationsTab() {
  const roles = useActiveRoles()
  const { state } = useLocation() as { state: unknown }
  return (
    <OptionCards>
      {/* After the OAuth redirect the connected card is highlighted. */}
      <CalendarCard isNew={Object(state).connected === 'google'} />
      {isAdmin(roles.data ?? []) && (
        <>
          <Payments />
          <DocumentServiceCard />
          <PixelCard />
        </>
      )}
    </OptionCards>
  )
}

const Payments = () => <GatewayCard now={useTakesPayments().data} />
