import { Ellipsis, ExternalLink, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type OpportunityDetail, useUpdateOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { dealPath } from './deal-path.ts'

/** What is seldom done with a deal. */
export function DealMenu({ deal, mayDelete }: { deal: OpportunityDetail; mayDelete: boolean }) {
  const change = useUpdateOpportunity()
  async function putAway() {
    try {
      const version = await change.mutateAsync({ seen: deal, changes: { deleted_at: new Date().toISOString() } })
      offerUndo({
        title: `${isolate(deal.name)} עברה לסל`,
        explain: (error) => refusalText(error, refusals),
        undo: async () => {
          await change.mutateAsync({ seen: { id: deal.id, version }, changes: { deleted_at: null } })
        },
      })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <Menu
      align="end"
      trigger={<Button look="ghost" size="sm" iconOnly aria-label="עוד פעולות" icon={<Icon of={Ellipsis} />} />}
    >
      <MenuItem icon={ExternalLink} render={<Link to={dealPath(deal.id)} />}>
        לעמוד ההזדמנות
      </MenuItem>
      {mayDelete && !deal.deleted_at && (
        <MenuItem icon={Trash2} danger onSelect={() => void putAway()}>
          העברה לסל
        </MenuItem>
      )}
    </Menu>
  )
}
