import { DefinitionList, Percent, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { WireTimes } from '../contract.ts'
import { timesCountMin } from '../domain/withdrawal-times.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useSaid } from './said.ts'

/** How long withdrawals took, measured; while there are too few to measure it says so. */
export function TimesCard({ times, reviewHoursMax }: { readonly times: WireTimes; readonly reviewHoursMax: number }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const { count, p50Ms, p95Ms, overDayPercent } = times
  const measured = count >= timesCountMin && p50Ms !== undefined && p95Ms !== undefined && overDayPercent !== undefined
  return (
    <Section title={t('times.title')} pad="normal">
      {measured ? (
        <>
          <DefinitionList
            facts={[
              { label: t('times.p50'), value: said.span(p50Ms), strong: true },
              { label: t('times.p95'), value: said.span(p95Ms) },
              { label: t('times.overDay'), value: <Percent value={overDayPercent} /> },
            ]}
          />
          <p className="mt-2 text-12 text-second">{t('times.measured', { count })}</p>
        </>
      ) : (
        <p className="text-13 text-second">{t('times.few', { hours: reviewHoursMax })}</p>
      )}
    </Section>
  )
}
