import { ListRow } from '@bolsillo/ui'
import { href, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/company/es-ES.ts'

/** Leads from what a chart's page says of an instrument to the page of what it is. */
export function CompanyLink({ symbol }: { readonly symbol: string }) {
  const t = useWords<Messages>('company')
  return <ListRow quiet href={href('/pages/market/company', { symbol })} title={t('open')} />
}
