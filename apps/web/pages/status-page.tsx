import { readMarketFacts } from '@bolsillo/market/contract'
import { GeneratedText } from '@bolsillo/market/web'
import { readCreditHalts } from '@bolsillo/payments/contract'
import { readOperations } from '@bolsillo/settings/contract'
import { Card, DateTime, ErrorState, Note, PageFrame, SkeletonCard, useSaid } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Messages as AboutMessages } from '../words/about/es-ES.ts'
import type { Messages } from '../words/es-ES.ts'

const everyMs = 15_000

/** Current restrictions: credits halted because liabilities exceed custody, and emergency pauses. */
export default function StatusPage() {
  const t = useWords<Messages>('core')
  const about = useWords<AboutMessages>('about')
  const said = useSaid()
  const credits = useCall(readCreditHalts, {}, { everyMs })
  const operations = useCall(readOperations, {}, { everyMs })
  const market = useCall(readMarketFacts, {})
  const failed = [credits, operations].find(({ isError }) => isError)
  const isFine = credits.data?.halts.length === 0 && operations.data?.pauses.length === 0
  return (
    <PageFrame title={t('status.title')}>
      <p className="px-1 pb-3 text-13 text-second">{about('status.note', { seconds: everyMs / 1000 })}</p>
      {failed?.error != null ? (
        <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} />
      ) : credits.data === undefined || operations.data === undefined ? (
        <SkeletonCard lines={4} />
      ) : (
        <div className="flex flex-col gap-3">
          {isFine && <Note icon={CircleCheck}>{about('status.fine')}</Note>}
          {credits.data.halts.map(({ asset, short, since }) => (
            <Card key={asset}>
              <h2 className="text-15">{t('status.halted', { asset })}</h2>
              <p className="mt-1 text-13">{about('status.haltedText', { amount: said.amount(short, asset) })}</p>
              <p className="mt-1 text-13 text-second">
                {t('status.since')} <DateTime at={since} />
              </p>
            </Card>
          ))}
          {operations.data.pauses.map(({ what, since, until }) => (
            <Card key={what}>
              <Note icon={TriangleAlert}>
                {t(`pauses.${what}`)} <DateTime at={until} />
              </Note>
              <p className="mt-1 text-13 text-second">
                {t('status.since')} <DateTime at={since} />
              </p>
            </Card>
          ))}
          {market.data?.recordedSince !== undefined && (
            <Card>
              <h2 className="mb-1.5 text-15">{about('status.market')}</h2>
              <GeneratedText since={market.data.recordedSince} of={[]} />
            </Card>
          )}
        </div>
      )}
    </PageFrame>
  )
}
