import { listWork } from '@bolsillo/approvals/console'
import { listLateLiquidations } from '@bolsillo/contracts/console'
import { Icon, useUi } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Siren from 'lucide-react/icons/siren'
import type { Messages } from './words/es-ES.ts'

/** The alarm of a late liquidation, above every section, for the roles that may read it. It uses the same read as the rail. */
export function LateBanner() {
  const t = useWords<Messages>('core')
  const { Link } = useUi()
  const work = useCall(listWork, {})
  const count = work.data?.rows.find(({ path }) => path === listLateLiquidations.path)?.count ?? 0
  if (count === 0) return null
  return (
    <p role="alert" className="flex items-center gap-2 bg-rail-late px-6 py-2 font-medium text-rail-strong">
      <Icon of={Siren} size={16} />
      {t('lateLiquidations', { count })}
      <Link href={listLateLiquidations.path} className="-my-1 py-1 underline">
        {t('lateLook')}
      </Link>
    </p>
  )
}
