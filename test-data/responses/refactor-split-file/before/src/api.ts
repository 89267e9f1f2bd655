import { z } from "zod";

export const User = z.object({
  id: z.string(),
  name: z.string().min(1),
});
export type User = z.infer<typeof User>;

export const Team = z.object({
  id: z.string(),
  members: z.array(User),
});
export type Team = z.infer<typeof Team>;

export async function getUser(id: string): Promise<User> {
  const response = await fetch(`/api/users/${id}`);
  return User.parse(await response.json());
}

export async function getTeam(id: string): Promise<Team> {
  const response = await fetch(`/api/teams/${id}`);
  return Team.parse(await response.json());
}
