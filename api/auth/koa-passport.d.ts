declare module "koa-passport" {
  import type { Middleware } from "koa";
  import type { Strategy } from "passport";

  /** Passport whose middleware is Koa's. The package has no types of its own. */
  export class KoaPassport {
    use(name: string, strategy: Strategy): this;
    authenticate(
      strategy: string,
      options: { readonly session: false; readonly assignProperty: string },
    ): Middleware;
  }
}
