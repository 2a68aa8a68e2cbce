import { MessageSquareText } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useFillTextTemplate, useTemplates } from './message-templates.data.ts'
import { refusals, type TemplateChannel } from './message-templates.ts'

type Props = { contactId: string; channel: TemplateChannel; onText: (text: string) => void }

/**
 * Menu of the published templates of a channel that have no entity; the selected one is filled for the contact. Renders nothing if there
 * are none.
 */
export function TextTemplateMenu({ contactId, channel, onText }: Props) {
  const { data: all = [] } = useTemplates()
  const fill = useFillTextTemplate(contactId)
  const offered = all.filter(
    (template) =>
      template.channel === channel &&
      template.context_type === null &&
      template.published_number !== null &&
      template.archived_at === null,
  )
  if (offered.length === 0) return null

  async function choose(id: string) {
    try {
      const { text, missing } = await fill.mutateAsync(id)
      onText(text)
      if (missing.length > 0)
        toast.info(`כדאי להשלים לפני השליחה: ${missing.join(', ')}`, { title: 'לחלק מהשדות אין ערך' })
    } catch (failure) {
      toast.error(refusalText(failure, refusals))
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="sm" icon={<Icon of={MessageSquareText} />} busy={fill.isPending}>
          תבנית
        </Button>
      }
    >
      {offered.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => void choose(id)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
