import { useWords } from '@bolsillo/web-kit'
import { unknownProgram } from '../../domain/device-name.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** How a session's device is called on a screen: `Chrome · Android`, or that the program is unknown and how it begins. */
export function useDeviceText(): (device: string) => string {
  const t = useWords<Messages>('identity')
  return (device) => {
    const start = unknownProgram(device)
    if (start === undefined) return device
    return start === '' ? t('security.unknownProgram') : t('security.unknownProgramCalled', { start })
  }
}
