import { factorRules } from '@bolsillo/factors/domain'
import { sessionRules } from '../../domain/session-rules.ts'
/** What staff read of accounts and of each other. Spanish is the type of the other languages. */
export const staff = {
  operator: {
    access: 'Mi acceso',
    accessNote:
      'Tus segundos factores y dónde tienes abierta la consola. Si los pierdes todos, nadie puede entrar por ti: dos personas de administración terminan tu cuenta y te invitan de nuevo.',
    sessionsHint: `Una sesión termina sola después de ${sessionRules.operator.idleMs / 60_000} minutos sin uso, y a las ${sessionRules.operator.longestMs / 3_600_000} horas en todo caso.`,
    device: 'Dispositivo',
    network: 'Dirección',
    openedAt: 'Abierta',
    usedAt: 'Último uso',
    cancel: 'Cancelar',
    roles: {
      support: 'soporte',
      compliance: 'cumplimiento',
      treasury: 'tesorería',
      product: 'producto',
      auditor: 'auditoría',
      admin: 'administración',
    },
    signIn: 'Entra a la consola',
    signInHint: 'Solo personal. Tu cuenta se mostró al arrancar Bolsillo.',
    orPasskey: 'Sin código: se pedirá tu llave de acceso.',
    freshTitle: 'Confirma que eres tú',
    freshText: `Diste tu segundo factor hace más de ${factorRules.freshMs / 60_000} minutos. Dalo otra vez y repite la acción.`,
    freshDone: 'Listo: repite la acción',
    insecure:
      'Aquí el navegador no guarda tu sesión: abre la consola con https o, en esta máquina, en http://localhost.',
    factorHint: 'Ahora tu segundo factor.',
    back: 'Usar otra cuenta',
    enter: 'Crear mi cuenta',
    welcome: 'Hola, {name}',
    invitedAs: 'Tu cuenta será «{account}», con estos roles: {roles}.',
    choosePassword: 'Elige una contraseña',
    passwordHint: 'Al menos {min} caracteres. Varias palabras sueltas funcionan bien.',
    waitTitle: 'Tus facultades todavía no empiezan',
    waitFrom: 'Empiezan el',
    waitText:
      'Hasta entonces no propones ni decides nada. Todo el personal ya lo sabe. Entra de nuevo después de esa hora.',
    waitNumber:
      'Dale tu número a la persona que aprobó tu invitación: lo captura en la consola. Después empieza la espera.',
    number: 'Tu número',
    numberText:
      'Dáselo, en persona o por teléfono, a la persona que aprobó tu invitación. Es válido un día. Después tus facultades esperan, y se notifica a todo el personal.',
    numberDone: 'Ya lo dije',
    onlyPasskey: 'Entras con una llave de acceso que nadie más del personal tenga, en tu propio dispositivo.',
    makePasskey: 'Crear llave y cuenta',
    account: 'Cuenta',
    password: 'Contraseña',
    submit: 'Entrar',
    inbox: 'Mensajes de práctica',
    inboxHint: 'Que salieron mensajes del mercado de práctica. Tu consulta queda en el registro de cada cliente.',
    sent: { code: 'Salió un código', notice: 'Salió un aviso' },
    inboxEmpty: 'Nadie ha pedido mensajes todavía.',
    to: 'Para',
    sentAt: 'Enviado',
    refresh: 'Actualizar',
    next: 'Siguiente',
    previous: 'Anterior',
    channel: 'Canal',
    sms: 'Mensaje',
    email: 'Correo',
    practiceOnly: 'Lo que dice un mensaje no lo ve nadie del personal: un código aparece solo donde lo pidieron.',
  },
}

export type StaffWords = typeof staff
