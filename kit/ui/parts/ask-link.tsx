import CircleHelp from 'lucide-react/icons/circle-help'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { ButtonLink } from './button.tsx'

/** Asks a person about what a page shows, by its id. */
export function AskLink({ about }: { readonly about: string }) {
  const { words } = useUi()
  return (
    <ButtonLink
      kind="plain"
      href={`/pages/user/service?new=1&about=${encodeURIComponent(about)}`}
      icon={<Icon of={CircleHelp} size={20} />}
    >
      {words.ask}
    </ButtonLink>
  )
}
