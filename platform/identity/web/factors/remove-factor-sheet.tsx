import { showToast } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { profile } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useFactorOwner } from './factor-owner.ts'
import SecondFactorSheet from './second-factor-sheet.tsx'

/** A factor that is to be removed: the app, or a passkey by its id. */
export interface Removal {
  readonly factor: string
  readonly name: string
}

/** Removes a factor, confirmed by any factor or a recovery code. */
export function RemoveFactorSheet(props: { readonly removal: Removal | undefined; readonly onClose: () => void }) {
  const t = useWords<Messages>('identity')
  const { calls, refreshes, isStaff } = useFactorOwner()
  const own = useCall(profile, {}, { enabled: !isStaff })
  const remove = useAction(calls.remove, { refreshes })
  const { factor, name } = props.removal ?? { factor: '', name: '' }
  const hours = own.data?.coolDownHours ?? 24
  return (
    <SecondFactorSheet
      open={props.removal !== undefined}
      onOpenChange={() => {
        remove.reset()
        props.onClose()
      }}
      title={t('factors.removeTitle')}
      action="remove-factor"
      bound={{ factor }}
      facts={[
        { label: t('factors.removes'), value: name },
        { label: t('factors.afterwards'), value: isStaff ? t('factors.staffAfter') : t('factors.waits', { hours }) },
      ]}
      error={remove.error}
      pending={remove.isPending}
      recovery
      onProof={(proof) =>
        remove.mutate(
          { factor, ...proof },
          {
            onSuccess: () => {
              showToast(t(isStaff ? 'factors.staffRemoved' : 'factors.removed'))
              props.onClose()
            },
          },
        )
      }
    />
  )
}

/** Ten new recovery codes in place of the old ones. */
export function RenewCodesSheet(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const t = useWords<Messages>('identity')
  const { calls, refreshes } = useFactorOwner()
  const renew = useAction(calls.renewRecoveryCodes, { refreshes })
  return (
    <SecondFactorSheet
      open={props.open}
      onOpenChange={props.onClose}
      title={t('factors.renewTitle')}
      action="recovery-codes"
      bound={{}}
      facts={[{ label: t('factors.afterwards'), value: t('factors.renewThen') }]}
      error={renew.error}
      pending={renew.isPending}
      onProof={(proof) => renew.mutate(proof, { onSuccess: ({ recoveryCodes }) => props.onCodes(recoveryCodes) })}
    />
  )
}
