import { Braces } from 'lucide-react'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fieldGroups } from './field-list.ts'

type Props = { fields: readonly MergeField[]; labelId: string; onChoose: (field: MergeField) => void }

/** The button that opens the list of merge fields. `labelId`: id of the text field's label. */
export const FieldMenu = ({ fields, labelId, onChoose }: Props) => (
  <Menu
    align="end"
    trigger={
      <Button
        look="ghost"
        size="sm"
        iconOnly
        className="merge-field__add"
        aria-label="הוספת שדה"
        aria-describedby={labelId}
        title="הוספת שדה"
        icon={<Icon of={Braces} />}
      />
    }
  >
    {fieldGroups(fields).map(({ group, fields: inGroup }) => (
      <MenuGroup key={group} label={group}>
        {inGroup.map((field) => (
          <MenuItem key={field.name} onSelect={() => onChoose(field)}>
            {field.label}
          </MenuItem>
        ))}
      </MenuGroup>
    ))}
  </Menu>
)
