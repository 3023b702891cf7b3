// Logout for components: clears the session, then opens /login whatever the server responds (document 1 §4).
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { logOut } from './session';

export function useLogOut() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  return {
    leaving,
    logOut: async () => {
      setLeaving(true);
      await logOut();
      setLeaving(false);
      navigate(paths.login);
    },
  };
}
