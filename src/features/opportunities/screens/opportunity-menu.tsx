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
import { opportunityPath } from './opportunity-path.ts'

/** Less frequent actions of an opportunity. */
export function OpportunityMenu({ opportunity, mayDelete }: { opportunity: OpportunityDetail; mayDelete: boolean }) {
  const change = useUpdateOpportunity()
  async function moveToBin() {
    try {
      const version = await change.mutateAsync({ seen: opportunity, changes: { deleted_at: new Date().toISOString() } })
      offerUndo({
        title: `${isolate(opportunity.name)} עברה לסל`,
        explain: (error) => refusalText(error, refusals),
        undo: async () => {
          await change.mutateAsync({ seen: { id: opportunity.id, version }, changes: { deleted_at: null } })
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
      <MenuItem icon={ExternalLink} render={<Link to={opportunityPath(opportunity.id)} />}>
        לעמוד ההזדמנות
      </MenuItem>
      {mayDelete && !opportunity.deleted_at && (
        <MenuItem icon={Trash2} danger onSelect={() => void moveToBin()}>
          העברה לסל
        </MenuItem>
      )}
    </Menu>
  )
}
