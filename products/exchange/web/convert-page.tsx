import { PageFrame, Segmented } from '@bolsillo/ui'
import { useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import { purses } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ConvertForm } from './convert-form.tsx'
import { paths } from './paths.ts'
import { purseName } from './said.ts'

/** Converts cash of any purse: `?purse=coin`. */
export default function ConvertPage() {
  const t = useWords<Messages>('exchange')
  const go = useGo()
  const asked = useQueryValue('purse')
  const purse = purses.find((name) => name === asked) ?? 'stock'
  return (
    <PageFrame title={t('convert.title')}>
      <Segmented
        label={t('convert.purse')}
        value={purse}
        onChange={(next) => go(paths.exchange, { purse: next }, { replace: true })}
        choices={purses.map((name) => ({ value: name, label: purseName(t, name) }))}
      />
      <ConvertForm key={purse} purse={purse} page={paths.exchange} />
    </PageFrame>
  )
}
