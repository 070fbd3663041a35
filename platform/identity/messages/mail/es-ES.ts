import { pinLockMs, pinTries } from '@bolsillo/factors/domain'
/** What is written to people, in plain Mexican Spanish. Apart from the words of the pages, which a browser loads. */
export const mail = {
  'register-code': {
    title: 'Tu código para abrir la cuenta',
    text: '{code} es tu código de Bolsillo para abrir la cuenta. Vence en {minutes} minutos. Nadie de Bolsillo te lo va a pedir.',
  },
  'reset-code': {
    title: 'Tu código para cambiar la contraseña',
    text: '{code} es tu código de Bolsillo para poner una contraseña nueva. Vence en {minutes} minutos. Si no lo pediste, no hagas nada: tu contraseña sigue igual.',
  },
  'trade-code': {
    title: 'Tu código para la contraseña de operaciones',
    text: '{code} es tu código de Bolsillo para cambiar la contraseña de operaciones. Vence en {minutes} minutos. Nadie de Bolsillo te lo va a pedir.',
  },
  'account-exists': {
    title: 'Ya tienes una cuenta',
    text: 'Alguien quiso abrir una cuenta de Bolsillo con esta dirección, pero ya tienes una. Si fuiste tú, entra con tu contraseña o restablécela. Si no, no hagas nada.',
  },
  'no-account': {
    title: 'Aquí no hay una cuenta',
    text: 'Alguien quiso restablecer una contraseña de Bolsillo con esta dirección, pero no tiene cuenta. Si fuiste tú, prueba con otra dirección o abre una cuenta.',
  },
  'new-device': {
    title: 'Entraste desde un dispositivo nuevo',
    text: 'Tu cuenta se abrió en otro equipo (nombre: {device}; red: {network}). Si no fuiste tú, pausa tu cuenta con un toque: {link}',
  },
  'login-password-changed': {
    title: 'Cambió tu contraseña',
    text: 'La contraseña de tu cuenta se cambió y las demás sesiones se cerraron. Si no fuiste tú, restablécela ahora.',
  },
  'trade-password-changed': {
    title: 'Cambió tu contraseña de operaciones',
    text: 'Se guardó una contraseña de operaciones nueva en tu cuenta. Si no fuiste tú, cambia tu contraseña de acceso ahora.',
  },
  'trade-password-reset': {
    title: 'Restableciste tu contraseña de operaciones',
    text: 'La contraseña de operaciones se restableció con un código (equipo: {device}; red: {network}). Por {hours} horas no se abre nada a crédito y los destinos nuevos de retiro esperan. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'trade-password-locked': {
    title: 'Contraseña de operaciones bloqueada',
    text: `Hubo ${pinTries} intentos fallidos con tu contraseña de operaciones. Quedó bloqueada ${pinLockMs / 3_600_000} horas. Tu dinero no se movió.`,
  },
  'withdrawal-code': {
    title: 'Tu código para la contraseña de retiros',
    text: '{code} es tu código de Bolsillo para cambiar la contraseña de retiros. Vence en {minutes} minutos. Nadie de Bolsillo te lo va a pedir.',
  },
  'email-code': {
    title: 'Tu código para este correo',
    text: '{code} es tu código de Bolsillo para usar este correo en tu cuenta. Vence en {minutes} minutos. Si no lo pediste, no hagas nada.',
  },
  'phone-code': {
    title: 'Tu código para este teléfono',
    text: '{code} es tu código de Bolsillo para usar este teléfono en tu cuenta. Vence en {minutes} minutos. Si no lo pediste, no hagas nada.',
  },
  'unfreeze-code': {
    title: 'Tu código para quitar la pausa',
    text: '{code} es tu código de Bolsillo para quitar la pausa de tu cuenta. Vence en {minutes} minutos. Nadie de Bolsillo te lo va a pedir.',
  },
  'address-taken': {
    title: 'Esta dirección ya es de una cuenta',
    text: 'Alguien quiso usar esta dirección en otra cuenta de Bolsillo, pero ya es de una. Si fuiste tú, entra con esta dirección. Si no, no hagas nada.',
  },
  'email-changed': {
    title: 'Cambió el correo de tu cuenta',
    text: 'El correo de tu cuenta ahora es {email}. Los retiros esperan {hours} horas. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'phone-changed': {
    title: 'Cambió el teléfono de tu cuenta',
    text: 'El teléfono de tu cuenta ahora es {phone}. Los retiros esperan {hours} horas. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'withdrawal-password-changed': {
    title: 'Cambió tu contraseña de retiros',
    text: 'Se guardó una contraseña de retiros nueva en tu cuenta. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'withdrawal-password-locked': {
    title: 'Contraseña de retiros bloqueada',
    text: `Hubo ${pinTries} intentos fallidos con tu contraseña de retiros. Quedó bloqueada ${pinLockMs / 3_600_000} horas. Tu dinero no se movió.`,
  },
  'factor-added': {
    title: 'Agregaste un segundo factor',
    text: 'Tu cuenta tiene un segundo factor nuevo: {factor}. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'factor-added-beside': {
    title: 'Agregaste otro segundo factor',
    text: 'Tu cuenta tiene otro segundo factor: {factor}. Por {hours} horas no se abre nada a crédito y los destinos nuevos de retiro esperan. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'factor-removed': {
    title: 'Se quitó un segundo factor',
    text: 'Se quitó de tu cuenta: {factor}. Los retiros esperan {hours} horas. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'recovery-used': {
    title: 'Se usó un código de recuperación',
    text: 'Alguien usó uno de tus códigos de recuperación. Te quedan {left}. Los retiros esperan {hours} horas. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'staff-invited': {
    title: 'Te invitan al personal de Bolsillo',
    text: '{name}, dos personas te invitaron al personal con la cuenta {account}. Abre el enlace en tu propio dispositivo; vale un día y un uso. No se lo pases a nadie: {link}',
  },
  'staff-news-invited': {
    title: 'Personal: alguien está invitado',
    text: 'Dos personas invitaron a {name} ({account}) con estos roles: {roles}. Si algo no cuadra, dilo ahora.',
  },
  'staff-news-powers': {
    title: 'Personal: facultades nuevas',
    text: '{name} ({account}) tendrá estos roles desde {from}: {roles}. Hasta entonces no propone ni decide nada. Si algo no cuadra, dilo ahora.',
  },
  'staff-news-removal': {
    title: 'Personal: alguien deja roles',
    text: '{name} ({account}) deja estos roles desde {from}: {roles}. Espera, porque solo queda otra persona con alguno de ellos.',
  },
  'staff-news-removed': {
    title: 'Personal: roles terminados',
    text: '{name} ({account}) ya no tiene estos roles: {roles}.',
  },
  'staff-news-root': {
    title: 'Personal: invitación hecha en el servidor',
    text: 'Alguien con acceso al servidor invitó a {name} ({account}) sin el personal, con estos roles: {roles}. Está en el diario y en la cuenta pública. Si algo no cuadra, dilo ahora.',
  },
  'key-only': {
    title: 'Tu cuenta entra solo con tu llave',
    text: 'Alguien pidió restablecer tu contraseña de Bolsillo, pero tu cuenta entra solo con tu llave de acceso: ningún código la cambia. Si perdiste tu llave, entra con tu contraseña y un código de recuperación.',
  },
  'key-only-on': {
    title: 'Tu cuenta entra solo con tu llave',
    text: 'Desde ahora tu cuenta se abre solo con tu llave de acceso; la contraseña ya no entra y no se puede restablecer. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  'key-only-off': {
    title: 'Tu contraseña vuelve a entrar',
    text: 'Tu cuenta se abre otra vez con la contraseña. Los retiros esperan. Si no fuiste tú, pausa tu cuenta: {link}',
  },
  frozen: {
    title: 'Tu cuenta está en pausa',
    text: 'Pausaste tu cuenta: los retiros esperan y las sesiones se cerraron. Tu dinero sigue ahí. Para quitar la pausa, entra con tu contraseña y tu segundo factor.',
  },
  unfrozen: {
    title: 'Quitaste la pausa',
    text: 'La pausa de tu cuenta terminó. Si no fuiste tú, pausa tu cuenta otra vez: {link}',
  },
} as const

interface Letter {
  readonly title: string
  readonly text: string
}

/** Every kind of message, with any text. */
export type Mail = Readonly<Record<keyof typeof mail, Letter>>
