import type { FactProps } from '@bolsillo/ui'
import { type Refusal, useCall } from '@bolsillo/web-kit'
import { type ReactNode, useRef, useState } from 'react'
import { loginInfo } from '../../contract/index.ts'
import { useFactorOwner } from './factor-owner.ts'
import SecondFactorSheet from './second-factor-sheet.tsx'

/** The proof as calls take it that ask for one only of whoever has a factor. */
export interface OptionalProof {
  readonly challengeId?: string
  readonly factorCode?: string
  readonly assertion?: string
}

const proofFields = ['challengeId', 'factorCode', 'assertion']

interface GateSheet {
  readonly title: string
  readonly action: string
  readonly bound: Readonly<Record<string, string>>
  readonly facts?: readonly FactProps[]
  readonly error: Refusal | null
  readonly pending: boolean
  readonly recovery?: boolean
}

/** Sends a change at once, or, for whoever has a second factor, after the sheet that takes it. */
export function useFactorGate() {
  const { isStaff } = useFactorOwner()
  const info = useCall(loginInfo, {}, { enabled: !isStaff })
  const [open, setOpen] = useState(false)
  const send = useRef<(proof: OptionalProof) => void>(() => undefined)
  return {
    begin: (perform: (proof: OptionalProof) => void): void => {
      send.current = perform
      if (isStaff || info.data?.secondFactorSet === true) setOpen(true)
      else perform({})
    },
    close: (): void => setOpen(false),
    /** Something else was refused: the form says what, so the sheet goes. */
    onRefused: ({ field }: Refusal): void => {
      if (field === undefined || !proofFields.includes(field)) setOpen(false)
    },
    sheet: ({ facts = [], ...props }: GateSheet): ReactNode => (
      <SecondFactorSheet
        {...props}
        facts={facts}
        open={open}
        onOpenChange={setOpen}
        onProof={({ code, ...proof }) => send.current(code === undefined ? proof : { ...proof, factorCode: code })}
      />
    ),
  }
}
